/** The sent data is invalid; the message is returned with status 400. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'
}

export async function readJson(request: { json(): Promise<unknown> }): Promise<unknown> {
  return request.json().catch(() => {
    throw new InvalidInput('Send JSON.')
  })
}

/** Reads a JSON object field by field; throws `InvalidInput` with one sentence per problem. */
export function fieldsOf(value: unknown) {
  if (!isRecord(value)) throw new InvalidInput('Send a JSON object.')
  const has = (name: string) => value[name] !== undefined

  return {
    has,
    value: (name: string) => value[name],
    text(name: string, fallback?: string): string {
      const found = has(name) ? value[name] : fallback
      if (typeof found !== 'string') throw new InvalidInput(`"${name}" must be a text.`)
      return found
    },
    texts(name: string): string[] {
      const found = value[name] ?? []
      if (isTexts(found)) return found
      throw new InvalidInput(`"${name}" must be a list of texts.`)
    },
    /** The objects in a list. */
    list(name: string) {
      const found = value[name] ?? []
      if (!Array.isArray(found)) throw new InvalidInput(`"${name}" must be a list.`)
      return found.map(fieldsOf)
    },
    integer(name: string, fallback?: number): number {
      const found = has(name) ? value[name] : fallback
      if (Number.isSafeInteger(found)) return found as number
      throw new InvalidInput(`"${name}" must be a whole number.`)
    },
    flag(name: string): boolean {
      const found = value[name] ?? false
      if (typeof found === 'boolean') return found
      throw new InvalidInput(`"${name}" must be true or false.`)
    },
    oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
      const found = value[name] ?? null
      if (found === null) return null
      const choice = choices.find((one) => one === found)
      if (choice) return choice
      throw new InvalidInput(`"${name}" must be one of: ${choices.join(', ')}.`)
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
