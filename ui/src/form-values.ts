/**
 * A draft with the values that the page shows. A browser or a password manager may fill in fields before React listens
 * to them. Values without a control of their name stay as they are.
 */
export function readForm<Draft extends object>(form: HTMLFormElement, draft: Draft): Draft {
  const values = Object.entries(draft).map(([name, value]) => [name, readField(form, name, value)])

  return Object.fromEntries(values)
}

/** The part of `values` that differs from `initial`. */
export function changesFrom<Draft extends object>(
  initial: Draft,
  values: Partial<Draft>,
): Partial<Draft> {
  const names = Object.keys(values) as (keyof Draft)[]

  return Object.fromEntries(
    names
      .filter((name) => !isSame(values[name], initial[name]))
      .map((name) => [name, values[name]]),
  ) as Partial<Draft>
}

function readField(form: HTMLFormElement, name: string, value: unknown): unknown {
  const control = form.elements.namedItem(name)

  if (Array.isArray(value)) return control ? checkedValues(form, name) : value
  if (typeof value === 'boolean') {
    return control instanceof HTMLInputElement ? control.checked : value
  }
  return typeof value === 'string' && control && 'value' in control ? control.value : value
}

function checkedValues(form: HTMLFormElement, name: string): string[] {
  return [...form.elements]
    .filter((control) => control instanceof HTMLInputElement)
    .filter((input) => input.name === name && input.checked)
    .map((input) => input.value)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
