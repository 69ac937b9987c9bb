import { type Context, Hono } from 'hono'
import type { Resource } from '#checkout/shapes/resource.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import { STORE } from '#checkout/state/store.ts'
import { answer } from './conventions.ts'
import { invalidParameter, notFound } from './errors.ts'
import { KINDS } from './kinds.ts'
import { linkage, relatedTo, withIncluded } from './related.ts'

const DEFAULT_SIZE = 10
const MAX_SIZE = 100

/** Lists, single objects and related ones of every kind. */
export function readRoutes(needs: CheckoutNeeds): Hono {
  const app = new Hono()
  app.get('/v1/users/me', (c) => answer(c, userShape(needs)))
  for (const [type, { all, filters }] of Object.entries(KINDS)) {
    const find = (c: Context) => {
      const found = all(needs).find(({ id }) => id === c.req.param('id'))
      if (!found) throw notFound()
      return found
    }
    const related = (c: Context) => {
      const one = find(c)
      const relation = c.req.param('relation') ?? ''
      if (!one.relationships[relation]) throw notFound()
      return relatedTo(needs, one, relation)
    }
    app.get(`/v1/${type}`, (c) => {
      const chosen = all(needs).filter(filterIn(c, filters)).sort(newestFirst)
      const page = pageOf(c, needs, chosen)
      return answer(c, { ...page, ...included(c, needs, page.data) })
    })
    app.get(`/v1/${type}/:id`, (c) => {
      const found = find(c)
      const { data: [data] = [found], ...more } = included(c, needs, [found])
      return answer(c, { links: found.links, data, ...more })
    })
    app.get(`/v1/${type}/:id/:relation`, (c) => answer(c, { data: related(c) }))
    app.get(`/v1/${type}/:id/relationships/:relation`, (c) =>
      answer(c, { data: linkage(related(c)) }),
    )
  }

  return app
}

/** Nothing, unless `include` asks for something: the SDK always sends it. */
function included(
  c: Context,
  needs: CheckoutNeeds,
  data: Resource[],
): Partial<ReturnType<typeof withIncluded>> {
  const relations = (c.req.query('include') ?? '').split(',').filter(Boolean)
  const [first] = data
  if (relations.length === 0 || !first) return {}
  for (const relation of relations) {
    if (!first.relationships[relation]) {
      throw invalidParameter('include', `Include path ${relation} is not allowed.`)
    }
  }

  return withIncluded(needs, data, relations)
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

  return ({ attributes }) =>
    wanted.every(({ name, value }) => matches(String(attributes[name]), value))
}

/** Flags may be written as 1 and 0. */
const matches = (attribute: string, value: string) =>
  attribute === value || { true: '1', false: '0' }[attribute] === value

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

const userShape = ({ addresses }: CheckoutNeeds) => ({
  meta: { test_mode: true },
  links: { self: `${addresses.api}/v1/users/${STORE.id}` },
  data: {
    type: 'users',
    id: String(STORE.id),
    attributes: {
      name: STORE.name,
      email: 'store@gitferry.test',
      color: '#7047EB',
      avatar_url: `${addresses.http}/_control/mark.svg`,
      has_custom_avatar: false,
      createdAt: new Date(STORE.createdAt).toISOString(),
      updatedAt: new Date(STORE.createdAt).toISOString(),
    },
    links: { self: `${addresses.api}/v1/users/${STORE.id}` },
  },
})
