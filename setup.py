"""What pyproject.toml cannot say: a built distribution has the pages of docs/, for `graphlint explain`."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithPages(build_py):
    """Copies the pages of docs/ into the package. An editable install reads them where they are."""

    def run(self):
        super().run()
        if not self.editable_mode:
            for page, target in self._pages().items():
                self.mkpath(str(Path(target).parent))
                self.copy_file(page, target)

    def get_outputs(self, include_bytecode=True):
        return [*super().get_outputs(include_bytecode), *([] if self.editable_mode else self._pages().values())]

    def _pages(self):
        folder = Path(self.build_lib, "graphlint", "pages")
        docs = Path("docs")
        return {str(page): str(folder / page.relative_to(docs)) for page in sorted(docs.glob("**/*.md"))}


setup(cmdclass={"build_py": BuildWithPages})
