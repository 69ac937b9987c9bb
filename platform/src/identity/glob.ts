type Step =
  | { kind: 'one'; not: string }
  | { kind: 'many'; not: string }
  | { kind: 'text'; is: string }

export type Glob = (text: string) => boolean

/**
 * `*` matches any number of characters except separators, `**` any characters, `?` one character except separators.
 * Runs in time proportional to text and pattern, whatever a caller sends.
 */
export function readGlob(pattern: string, separators: string): Glob {
  const steps = (pattern.match(/\*\*|[\s\S]/g) ?? []).map((part): Step => {
    if (part === '**') return { kind: 'many', not: '' }
    if (part === '*') return { kind: 'many', not: separators }
    return part === '?' ? { kind: 'one', not: separators } : { kind: 'text', is: part }
  })

  return (text) => {
    // Every position in the pattern that the text read so far can have reached.
    let reached = skipping(steps, new Set([0]))
    for (const character of text) {
      reached = skipping(steps, after(steps, reached, character))
      if (reached.size === 0) return false
    }
    return reached.has(steps.length)
  }
}

function after(steps: readonly Step[], reached: ReadonlySet<number>, character: string) {
  const next = new Set<number>()
  for (const position of reached) {
    const step = steps[position]
    if (!step) continue
    const fits = step.kind === 'text' ? step.is === character : !step.not.includes(character)
    if (fits) next.add(step.kind === 'many' ? position : position + 1)
  }
  return next
}

/** A star may match nothing. The set grows during iteration, so that consecutive stars are skipped too. */
function skipping(steps: readonly Step[], reached: Set<number>): Set<number> {
  for (const position of reached) {
    if (steps[position]?.kind === 'many') reached.add(position + 1)
  }
  return reached
}
