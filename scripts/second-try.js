/** On CI, as long as failed runs without defects are common. */
const MOST_UNSTABLE = 3

/** Reruns failures that may not be defects once; the report names them. */
export async function withSecondTry(first, stalls, runAgain) {
  const { failures } = first
  if (!mayRunAgain(failures, stalls)) return first

  const again = await runAgain(failures)
  return {
    ...first,
    passed: first.passed + first.failed - again.failed,
    failed: again.failed,
    failures: again.failures,
    repeated: failures.map(({ text }) => text),
  }
}

/** All failed while this machine stood still or, on CI, so few that a release is not refused for them. */
export function mayRunAgain(failures, stalls) {
  if (failures.length === 0 || failures.some(({ between }) => !between)) return false

  return (
    failures.every(({ between }) => stalls.longestBetween(...between) > 0) ||
    (Boolean(process.env.CI) && failures.length <= MOST_UNSTABLE)
  )
}
