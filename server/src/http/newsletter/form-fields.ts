type Nested = { [name: string]: unknown }

const DEEPEST = 3

/** Turns bracketed form names such as `group[7][1]` into nested objects. */
export function nest(fields: Iterable<[string, unknown]>): Nested {
  const root = emptyObject()

  for (const [name, value] of fields) {
    const path = name.split(/[[\]]+/, DEEPEST + 1).filter((part) => part !== '')
    const last = path.pop()
    if (last !== undefined) path.reduce(inside, root)[last] = value
  }
  return root
}

function inside(outer: Nested, name: string): Nested {
  const found = outer[name]
  const inner = isNested(found) ? found : emptyObject()
  outer[name] = inner

  return inner
}

const isNested = (value: unknown): value is Nested => typeof value === 'object' && value !== null

/** Clients choose the names, so the object has no prototype that `__proto__` could reach. */
const emptyObject = (): Nested => Object.create(null)
