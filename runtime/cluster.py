"""`tf.train.ClusterSpec`: the addresses of the tasks of a cluster, by job."""

from __future__ import annotations

from runtime.proto.cluster import ClusterDef, JobDef


class ClusterSpec:
    """The tasks of each job.

    Args:
        cluster: name of a job → addresses, or number of a task → its address; or a ClusterDef or ClusterSpec.

    Raises:
        TypeError: it is something else.
    """

    def __init__(self, cluster):
        if isinstance(cluster, ClusterSpec):
            cluster = ClusterDef.FromString(cluster.as_cluster_def().SerializeToString())
        if isinstance(cluster, ClusterDef):
            self._message = cluster
            self._jobs = {job.name: dict(job.tasks) for job in cluster.job}
        elif isinstance(cluster, dict):
            self._jobs = {name: _tasks(name, tasks) for name, tasks in cluster.items()}
            self._message = ClusterDef(job=[JobDef(name=_text(name, "Job name"), tasks={
                number: _text(address, "Task address") for number, address in sorted(tasks.items())})
                for name, tasks in sorted(self._jobs.items())])
        else:
            raise TypeError("`cluster` must be a dictionary mapping one or more job names to lists of network addresses, or a "
                            "`ClusterDef` protocol buffer")

    def __bool__(self):
        return bool(self._jobs)

    def __eq__(self, other):
        return self._jobs == (other._jobs if isinstance(other, ClusterSpec) else other)

    __hash__ = None

    def __repr__(self):
        return f"ClusterSpec({{{', '.join(f'{name!r}: {tasks!r}' for name, tasks in sorted(self.as_dict().items()))}}})"

    def as_dict(self):
        """Name of a job → its addresses: a list if the tasks are numbered from 0 on, else a dict."""
        return {name: (self.job_tasks(name) if tasks and max(tasks) + 1 == len(tasks) else {number: tasks[number] for number in sorted(tasks)})
                for name, tasks in self._jobs.items()}

    def as_cluster_def(self):
        """The ClusterDef of this cluster."""
        return self._message

    @property
    def jobs(self):
        """The names of the jobs."""
        return list(self._jobs)

    def _job(self, job_name):
        if job_name not in self._jobs:
            raise ValueError(f"No such job in cluster: {job_name!r}")
        return self._jobs[job_name]

    def num_tasks(self, job_name):
        """How many tasks a job has. Raises ValueError if there is no such job."""
        return len(self._job(job_name))

    def task_indices(self, job_name):
        """The numbers of the tasks of a job. Raises ValueError if there is no such job."""
        return sorted(self._job(job_name))

    def task_address(self, job_name, task_index):
        """The address of a task. Raises ValueError if there is no such job or task."""
        tasks = self._job(job_name)
        if task_index not in tasks:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return tasks[task_index]

    def job_tasks(self, job_name):
        """The addresses of a job by number, None where there is no task. Raises ValueError if there is no such job."""
        tasks = self._job(job_name)
        return [tasks.get(number) for number in range(max(tasks) + 1)]


def _tasks(name, tasks):
    if isinstance(tasks, (list, tuple)):
        return dict(enumerate(tasks))
    if isinstance(tasks, dict):
        return {int(number): task for number, task in tasks.items()}
    raise TypeError(f"The tasks for job {name!r} must be a list or a dictionary from integers to strings.")


def _text(value, what):
    if not isinstance(value, (str, bytes)):
        raise TypeError(f"{what} {value!r} must be bytes or unicode")
    return value.decode() if isinstance(value, bytes) else value
