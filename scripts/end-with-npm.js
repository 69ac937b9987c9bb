const LOOK_EVERY_MS = 300

/**
 * Calls back once npm, which runs this script, has ended. npm passes on SIGTERM and SIGINT, but dies of SIGHUP and SIGKILL
 * without a word; that it is gone shows by our parent, who is another then. Only npm counts, not who started npm: a
 * product that was started detached outlives its terminal.
 */
export function whenNpmEnds(callback) {
  if (process.env.npm_lifecycle_event !== 'start') return

  // npm itself: the script begins with exec, so that the shell in between, which passes no signal on, is gone.
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    callback()
  }, LOOK_EVERY_MS)
  timer.unref()
}
