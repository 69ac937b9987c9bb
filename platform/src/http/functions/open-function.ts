import { asList, type Method, type ServerFunction } from './server-function.ts'

type Visitor = { address: string }
type Work<Needs> = (request: Request, visitor: Visitor, needs: Needs) => Promise<Response>

/** For everybody: no token is asked for and none is looked at. */
export const openFunction = <Needs>(
  methods: Method | readonly Method[],
  work: Work<Needs>,
): ServerFunction<Needs> => ({
  methods: asList(methods),
  admit: async ({ request, clientAddress }, needs) => {
    return () => work(request, { address: clientAddress }, needs)
  },
})
