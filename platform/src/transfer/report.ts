type ReportState = 'carried' | 'changed' | 'left out'

export type ReportLine = {
  state: ReportState
  what: string
  count: number
  because: string
}

const ORDER: ReportState[] = ['carried', 'changed', 'left out']

/** What an import did, counted by subject. */
export class Report {
  readonly #lines = new Map<string, ReportLine>()

  constructor(lines: readonly ReportLine[] = []) {
    for (const line of lines) this.add(line.state, line.what, line)
  }

  add(state: ReportState, what: string, { count = 1, because = '' } = {}): void {
    if (count === 0) return
    const key = JSON.stringify([state, what, because])
    const line = this.#lines.get(key) ?? { state, what, count: 0, because }
    this.#lines.set(key, { ...line, count: line.count + count })
  }

  lines(): ReportLine[] {
    return [...this.#lines.values()].sort((one, other) => rank(one) - rank(other))
  }

  toString(): string {
    const lines = this.lines()
    const counts = lines.map(({ count }) => count.toLocaleString('en'))
    const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length))
    const [wide, high] = [widest(lines.map(({ what }) => what)), widest(counts)]

    return lines
      .map(({ state, what, because }, at) =>
        `${state.padEnd(8)}  ${(counts[at] ?? '').padStart(high)}  ${what.padEnd(wide)}  ${because}`.trimEnd(),
      )
      .join('\n')
  }
}

const rank = ({ state }: ReportLine) => ORDER.indexOf(state)
