import { serviceOnly } from './refusals.ts'
import { asList, type Method, type ServerFunction } from './server-function.ts'

type Work<Needs> = (request: Request, needs: Needs) => Promise<Response>

/** For timetables and operators, who hold the service role's key. */
export const serviceFunction = <Needs>(
  methods: Method | readonly Method[],
  work: Work<Needs>,
): ServerFunction<Needs> => ({
  methods: asList(methods),
  admit: async ({ request, role }, needs) => {
    if ((await role()) !== 'service_role') throw serviceOnly()

    return () => work(request, needs)
  },
})
