import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openCheckout } from './open-checkout.ts'

/** What the vendor sends and its SDK's types do not know. */
const UNDECLARED = ['payment_processor']

test.each([
  ['stores', 'StoreData'],
  ['variants', 'VariantData'],
  ['prices', 'PriceData'],
  ['orders', 'OrderData'],
  ['subscriptions', 'SubscriptionData'],
  ['subscription-invoices', 'SubscriptionInvoiceData'],
  ['checkouts', 'CheckoutResponseData'],
])('%s have the attributes and relationships of the SDK’s types', async (kind, type) => {
  const checkout = await openCheckout()
  await checkout.subscribe({ silent: true })

  const one =
    kind === 'checkouts'
      ? await checkout.newCheckout({ preview: true })
      : (await checkout.list(`/v1/${kind}`))[0]

  const declared = declaredIn(type)
  const attributes = Object.keys(one?.attributes ?? {}).filter((name) => !UNDECLARED.includes(name))
  expect(attributes.toSorted()).toEqual(declared.attributes.toSorted())
  expect(Object.keys(one?.relationships ?? {}).toSorted()).toEqual(
    declared.relationships.toSorted(),
  )
})

const packageFolder = dirname(
  createRequire(import.meta.url).resolve('@lemonsqueezy/lemonsqueezy.js'),
)
const declarations = readFileSync(join(packageFolder, 'index.d.ts'), 'utf8').replace(
  /\/\*\*.*?\*\//gs,
  '',
)

/** `type StoreData = Data<Attributes$h, Pick<Relationships, "products" | "orders">>` */
function declaredIn(type: string) {
  const [, attributes = '', relationships = ''] =
    new RegExp(`type ${type} = Data<([^,]+), Pick<Relationships, ([^>]+)>`).exec(declarations) ?? []

  return {
    attributes: attributes.split(' & ').flatMap(fieldsOf),
    relationships: [...relationships.matchAll(/"([\w-]+)"/g)].map(([, name]) => name),
  }
}

/** Fields of the type itself are indented once, those of inner objects deeper. */
function fieldsOf(type: string): string[] {
  const name = type.replace('$', '\\$')
  const [, body = ''] =
    new RegExp(`type ${name} = \\{\\n(.*?)\\n\\};`, 's').exec(declarations) ?? []

  return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, field]) => field ?? '')
}
