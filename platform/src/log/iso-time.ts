let second = Number.NaN
let beginning = ''

/** `toISOString` for times since 1970, formatted once a second because requests are logged more often. */
export function isoTime(ms: number): string {
  const rest = ms % 1000
  if (ms - rest !== second) {
    second = ms - rest
    beginning = new Date(second).toISOString().slice(0, -'000Z'.length)
  }

  return `${beginning}${String(rest).padStart(3, '0')}Z`
}
