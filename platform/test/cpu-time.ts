/** The processor time of some work, in microseconds: the best of several, because the machine is shared. */
export function cpuTimeOf(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })

  return Math.max(1, Math.min(...times))
}
