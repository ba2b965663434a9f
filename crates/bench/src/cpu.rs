use std::time::Duration;

/// The CPU time this thread has used; wall-clock time where the system does not report it.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The CPU time this thread has used; wall-clock time where the system does not report it.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    use std::sync::OnceLock;

    use crosscut_search::Stopwatch;

    static START: OnceLock<Stopwatch> = OnceLock::new();
    START.get_or_init(Stopwatch::start).elapsed()
}
