type Nested = { [name: string]: unknown }

const DEEPEST = 3

/** Names with brackets as a form writes them, `group[7][1]`, as objects within objects. */
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

/** Names come from strangers: one that means something to every object must mean nothing here. */
const emptyObject = (): Nested => Object.create(null)
