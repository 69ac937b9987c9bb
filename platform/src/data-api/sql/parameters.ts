/** Collects a statement's values while its text is built. Values never become part of the text. */
export class Parameters {
  readonly values: (string | null)[] = []
  readonly #paths = new Map<string, string>()

  /** The placeholder for a value. PostgreSQL infers its type from the context. */
  add(value: string | null): string {
    return `$${this.values.push(value)}`
  }

  /** Returns the same placeholder for the same step; otherwise PostgreSQL would not group by equal paths. */
  addStep(key: string, isIndex: boolean): string {
    const step = `${isIndex ? '#' : '.'}${key}`
    const placeholder = this.#paths.get(step) ?? this.add(key)
    this.#paths.set(step, placeholder)
    return isIndex ? `${placeholder}::int` : placeholder
  }
}
