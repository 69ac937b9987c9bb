import { type Context, Hono } from 'hono'
import { priceShape, storeShape, variantShape } from '#checkout/shapes/catalogue-shapes.ts'
import type { Resource } from '#checkout/shapes/resource.ts'
import { invoiceShape, orderShape, subscriptionShape } from '#checkout/shapes/sale-shapes.ts'
import type { CheckoutNeeds } from '#checkout/state/memory.ts'
import { answer, answerWith, invalidParameter, notFound } from './conventions.ts'

const DEFAULT_SIZE = 10
const MAX_SIZE = 100

/** What can be read: all objects of a kind, and the attributes by which they can be filtered. */
type Kind = { all(needs: CheckoutNeeds): Resource[]; filters: string[] }

const state = ({ memory }: CheckoutNeeds) => memory.shop.state

const KINDS: Record<string, Kind> = {
  stores: { all: (needs) => [storeShape(needs)], filters: [] },
  variants: {
    all: (needs) => state(needs).variants.map((one) => variantShape(needs, one)),
    filters: ['product_id', 'status'],
  },
  prices: {
    all: (needs) => state(needs).prices.map((one) => priceShape(needs, one)),
    filters: ['variant_id'],
  },
  orders: {
    all: (needs) => state(needs).orders.map((one) => orderShape(needs, one)),
    filters: ['store_id', 'user_email', 'order_number'],
  },
  subscriptions: {
    all: (needs) => state(needs).subscriptions.map((one) => subscriptionShape(needs, one)),
    filters: ['store_id', 'order_id', 'product_id', 'variant_id', 'user_email', 'status'],
  },
  'subscription-invoices': {
    all: (needs) => state(needs).invoices.map((one) => invoiceShape(needs, one)),
    filters: ['store_id', 'status', 'refunded', 'subscription_id'],
  },
}

/** Lists and single objects of every kind. */
export function readRoutes(needs: CheckoutNeeds): Hono {
  const app = new Hono()
  for (const [type, { all, filters }] of Object.entries(KINDS)) {
    app.get(`/v1/${type}`, (c) => {
      const chosen = all(needs).filter(filterIn(c, filters)).sort(newestFirst)
      return answer(c, pageOf(c, needs, chosen))
    })
    app.get(`/v1/${type}/:id`, (c) => {
      const found = all(needs).find(({ id }) => id === c.req.param('id'))
      if (!found) throw notFound()
      return answerWith(c, found)
    })
  }

  return app
}

function filterIn(c: Context, allowed: string[]): (one: Resource) => boolean {
  const wanted = Object.entries(c.req.query()).flatMap(([parameter, value]) => {
    const name = /^filter\[(\w+)\]$/.exec(parameter)?.[1]
    return name === undefined ? [] : [{ name, value }]
  })
  for (const { name } of wanted) {
    if (!allowed.includes(name)) {
      throw invalidParameter('filter', `Filter parameter ${name} is not allowed.`)
    }
  }

  return ({ attributes }) => wanted.every(({ name, value }) => String(attributes[name]) === value)
}

function newestFirst(a: Resource, b: Resource): number {
  const [atA, atB] = [String(a.attributes.created_at), String(b.attributes.created_at)]
  if (atA !== atB) return atA < atB ? 1 : -1

  return Number(b.id) - Number(a.id) || 0
}

function pageOf(c: Context, { addresses }: CheckoutNeeds, list: Resource[]) {
  const size = readNumber(c, 'page[size]', DEFAULT_SIZE)
  const number = readNumber(c, 'page[number]', 1)
  if (size > MAX_SIZE) {
    throw invalidParameter('page.size', `The page.size must not be greater than ${MAX_SIZE}.`)
  }
  const last = Math.max(1, Math.ceil(list.length / size))
  const data = list.slice((number - 1) * size, number * size)
  const from = data.length === 0 ? null : (number - 1) * size + 1
  const linkTo = (page: number) => linkOf(c, addresses.api ?? '', page, size)

  return {
    meta: {
      page: {
        currentPage: number,
        from,
        lastPage: last,
        perPage: size,
        to: from === null ? null : from + data.length - 1,
        total: list.length,
      },
    },
    links: {
      first: linkTo(1),
      last: linkTo(last),
      ...(number < last && { next: linkTo(number + 1) }),
      ...(number > 1 && { prev: linkTo(number - 1) }),
    },
    data,
  }
}

function readNumber(c: Context, parameter: string, fallback: number): number {
  const text = c.req.query(parameter)
  if (text === undefined) return fallback
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw invalidParameter(parameter, `The ${parameter} must be a whole number above 0.`)
}

function linkOf(c: Context, apiUrl: string, page: number, size: number): string {
  const url = new URL(c.req.path, apiUrl)
  url.search = new URL(c.req.url).search
  url.searchParams.set('page[number]', String(page))
  url.searchParams.set('page[size]', String(size))

  return url.href
}
