import type { Member } from '#db/member.ts'
import { asList, type Method, type ServerFunction } from './server-function.ts'

type Work<Needs> = (request: Request, member: Member, needs: Needs) => Promise<Response>

/** For people who are signed in: a session that was ended, or an account that is gone, is refused. */
export const memberFunction = <Needs>(
  methods: Method | readonly Method[],
  work: Work<Needs>,
): ServerFunction<Needs> => ({
  methods: asList(methods),
  admit: async ({ request, member }, needs) => {
    const person = await member()

    return () => work(request, person, needs)
  },
})
