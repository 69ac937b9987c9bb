const NOTHING = '0'.repeat(40)
const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]+)/

/** One ref of a push; null: it did not exist before, or is deleted. */
export type Command = { before: string | null; after: string | null; ref: string }

/** The reason in git's report, and the lines that git shows after `remote:`. */
export type PushRefusal = { reason: string; remote: string[] }

export function readCommand(line: string): Command[] {
  const [, before, after, ref] = COMMAND.exec(line) ?? []
  if (before === undefined || after === undefined || ref === undefined) return []
  const orNone = (sha: string) => (sha === NOTHING ? null : sha)

  return [{ before: orNone(before), after: orNone(after), ref }]
}
