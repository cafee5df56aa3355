"""Goes through the videos."""

from animate import animate
import load


def main(videos, source):
    generator, detector = load.models()
    for video in videos:
        frames = animate(source, load.video(video), generator, detector)
        load.save(frames)


if __name__ == "__main__":
    main(load.args(), load.source())
