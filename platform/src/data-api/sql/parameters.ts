/** Collects the values of a statement while its text is written. Values never stand in the text. */
export class Parameters {
  readonly values: (string | null)[] = []
  readonly #paths = new Map<string, string>()

  /** The placeholder for a value. PostgreSQL finds out its type from where it stands. */
  add(value: string | null): string {
    return `$${this.values.push(value)}`
  }

  /** The same placeholder for the same step: only then are two paths one expression to group by. */
  addStep(key: string, isIndex: boolean): string {
    const step = `${isIndex ? '#' : '.'}${key}`
    const placeholder = this.#paths.get(step) ?? this.add(key)
    this.#paths.set(step, placeholder)
    return isIndex ? `${placeholder}::int` : placeholder
  }
}
