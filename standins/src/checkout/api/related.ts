import type { Resource } from '#checkout/shapes/resource.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import { KINDS } from './kinds.ts'

/** Objects that belong to another: one, or a list of them. */
export type Related = Resource | null | Resource[]

/** A relation in the singular names the other's id among the attributes; in the plural, the others name this one's. */
export function relatedTo(needs: CheckoutNeeds, one: Resource, relation: string): Related {
  const all = (kind: string) => KINDS[kind]?.all(needs) ?? []
  if (relation === 'price-model') {
    return (
      all('prices').findLast(({ attributes }) => String(attributes.variant_id) === one.id) ?? null
    )
  }
  const id = one.attributes[idOf(relation)]
  if (id !== undefined) return all(`${relation}s`).find((other) => other.id === String(id)) ?? null
  const owner = idOf(one.type.replace(/s$/, ''))

  return all(relation).filter(({ attributes }) => String(attributes[owner]) === one.id)
}

const idOf = (name: string) => `${name.replaceAll('-', '_')}_id`

/** The objects that were asked for by `include`, each once, and which of them belong to which. */
export function withIncluded(needs: CheckoutNeeds, data: Resource[], relations: string[]) {
  const included = new Map<string, Resource>()
  const linked = data.map((one) => {
    const relationships = { ...one.relationships }
    for (const relation of relations) {
      const related = relatedTo(needs, one, relation)
      const links = one.relationships[relation]
      if (!links) continue
      relationships[relation] = { ...links, data: linkage(related) }
      for (const other of [related ?? []].flat()) included.set(`${other.type} ${other.id}`, other)
    }
    return { ...one, relationships }
  })

  return { data: linked, included: [...included.values()] }
}

export function linkage(related: Related) {
  const link = ({ type, id }: Resource) => ({ type, id })
  if (Array.isArray(related)) return related.map(link)

  return related && link(related)
}
