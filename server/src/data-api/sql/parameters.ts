/** Collects the values of a statement while its text is written. Values never stand in the text. */
export class Parameters {
  readonly values: (string | null)[] = []

  /** The placeholder for a value. PostgreSQL finds out its type from where it stands. */
  add(value: string | null): string {
    return `$${this.values.push(value)}`
  }
}
