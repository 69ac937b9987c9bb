/** On CI, until runs without any have become usual. */
const MOST_UNSTABLE = 3

/**
 * Whether what failed runs once more: all of it while this machine stood still, or, on CI, so few tests that a release is not
 * refused for them. The report names them.
 */
export function mayRunAgain(failures, stalls) {
  if (failures.length === 0 || failures.some(({ between }) => !between)) return false

  return (
    failures.every(({ between }) => stalls.longestBetween(...between) > 0) ||
    (Boolean(process.env.CI) && failures.length <= MOST_UNSTABLE)
  )
}
