import type { Member } from '#db/member.ts'
import { factorMissing } from './refusals.ts'
import { asList, type Method, type ServerFunction } from './server-function.ts'

export type AssuredNeeds = { isAssured(member: Member): Promise<boolean> }

type Work<Needs> = (request: Request, member: Member, needs: Needs) => Promise<Response>

/** For what is as personal as the tables: a password alone is not enough for whoever has a second factor. */
export const assuredFunction = <Needs>(
  methods: Method | readonly Method[],
  work: Work<Needs>,
): ServerFunction<Needs & AssuredNeeds> => ({
  methods: asList(methods),
  admit: async ({ request, member }, needs) => {
    const person = await member()
    if (!(await needs.isAssured(person))) throw factorMissing()

    return () => work(request, person, needs)
  },
})
