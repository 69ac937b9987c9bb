import { Hono } from 'hono'
import { customerShape } from '#checkout/shapes/customer-shape.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import type { Customer } from '#checkout/state/objects.ts'
import { STORE } from '#checkout/state/store.ts'
import { answer } from './conventions.ts'
import { notFound, unprocessable, unrelated } from './errors.ts'
import { type Document, optionalText, readDocument } from './read-body.ts'

export function customerRoutes(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory

  return new Hono()
    .post('/v1/customers', async (c) => {
      const document = await readDocument(c, 'customers')
      if (document.relatedId('store') !== String(STORE.id)) throw unrelated('store')
      const { name, email, ...place } = readCustomer(document)
      if (!name || !email) {
        throw unprocessable('/data/attributes/email', 'The name and email fields are required.')
      }
      const now = needs.clock.now()
      const customer = await shop.change((state) => {
        const made: Customer = {
          id: state.nextId++,
          storeId: STORE.id,
          name,
          email,
          country: null,
          city: null,
          region: null,
          ...place,
          status: 'subscribed',
          createdAt: now,
          updatedAt: now,
          testMode: true,
        }
        state.customers.push(made)
        return made
      })
      const shape = customerShape(needs, customer)
      return answer(c, { links: shape.links, data: shape }, 201)
    })
    .patch('/v1/customers/:id', async (c) => {
      const changes = readCustomer(await readDocument(c, 'customers'))
      const customer = shop.state.customers.find(({ id }) => String(id) === c.req.param('id'))
      if (!customer) throw notFound()
      await shop.change(() => Object.assign(customer, { ...changes, updatedAt: needs.clock.now() }))
      const shape = customerShape(needs, customer)
      return answer(c, { links: shape.links, data: shape })
    })
}

/** Only what was sent. */
const readCustomer = ({ attributes }: Document): Partial<Customer> =>
  Object.fromEntries(
    ['name', 'email', 'country', 'city', 'region', 'status'].flatMap((name) => {
      const value = optionalText(attributes, name)
      return value === null ? [] : [[name, value]]
    }),
  )
