import type { SsoMapping } from '@app/contract/admin-sso'
import type { AttributeMapping } from '@app/platform/identity/sso/claims.ts'

/** Supabase Auth's shape names one attribute, several, or both. */
export const asMapping = ({ keys = {} }: AttributeMapping): SsoMapping =>
  Object.fromEntries(
    Object.entries(keys).map(([claim, { name, names = [], array, ...rest }]) => [
      claim,
      {
        names: [...(name ? [name] : []), ...names],
        isList: array === true,
        fallback: rest.default ?? null,
      },
    ]),
  )

export const attributeMapping = (mapping: SsoMapping): AttributeMapping => ({
  keys: Object.fromEntries(
    Object.entries(mapping).map(([claim, { names, isList, fallback }]) => [
      claim,
      {
        names,
        ...(isList && { array: true }),
        ...(fallback !== null && fallback !== undefined && { default: fallback }),
      },
    ]),
  ),
})
