from flow import debug

debug()


def note():
    print("settings")
