import type { DataScope } from '@app/contract/oauth'
import type { Member } from '#db/member.ts'
import type { Client } from '#identity/client.ts'
import type { CheckedMember } from './callers.ts'
import { factorMissing, serviceOnly } from './refusals.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call, as the host passes it to a function. The caller is checked only if the function requests it. */
export type Call = {
  request: Request
  clientAddress: string
  /** The member who holds the token; throws if there is none, or if their session has ended. */
  member(scope?: DataScope): Promise<CheckedMember>
  /** The role in a token or key; throws if we did not sign it. */
  role(): Promise<string>
}

export type ServerFunction<Needs> = {
  methods: readonly Method[]
  /** Checks the caller before any work and throws to refuse; otherwise returns the work. */
  authorize(call: Call, needs: Needs): Promise<() => Promise<Response>>
}

/** `scope`: OAuth clients with it may call too. Without one, no OAuth client may. */
type Access = { scope?: DataScope }

type Methods = Method | readonly Method[]

type MemberWork<Needs> = (
  request: Request,
  member: Member,
  needs: Needs,
  client: Client,
) => Promise<Response>

const functionOf =
  (admit: (member: CheckedMember) => void) =>
  <Needs>(
    methods: Methods,
    work: MemberWork<Needs>,
    { scope }: Access = {},
  ): ServerFunction<Needs> => ({
    methods: [methods].flat(),
    authorize: async (call, needs) => {
      const member = await call.member(scope)
      admit(member)

      return () => work(call.request, member, needs, clientOf(call))
    },
  })

/** For signed-in members: an ended session or a deleted account is refused. */
export const memberFunction = functionOf(() => {})

/** For data as personal as the tables: members with a second factor must have used it. */
export const assuredFunction = functionOf(({ isAssured }) => {
  if (!isAssured) throw factorMissing()
})

type OpenWork<Needs> = (
  request: Request,
  visitor: { address: string },
  needs: Needs,
) => Promise<Response>

/** For all callers: no token is read. */
export const openFunction = <Needs>(
  methods: Methods,
  work: OpenWork<Needs>,
): ServerFunction<Needs> => ({
  methods: [methods].flat(),
  authorize: async ({ request, clientAddress }, needs) => {
    return () => work(request, { address: clientAddress }, needs)
  },
})

type ServiceWork<Needs> = (request: Request, needs: Needs) => Promise<Response>

/** For schedulers and operators, who hold the service role's key. */
export const serviceFunction = <Needs>(
  methods: Methods,
  work: ServiceWork<Needs>,
): ServerFunction<Needs> => ({
  methods: [methods].flat(),
  authorize: async ({ request, role }, needs) => {
    if ((await role()) !== 'service_role') throw serviceOnly()

    return () => work(request, needs)
  },
})

const LONGEST_USER_AGENT = 500

/** For the audit log. */
const clientOf = ({ request, clientAddress: address }: Call): Client => ({
  address,
  userAgent: (request.headers.get('user-agent') ?? '').slice(0, LONGEST_USER_AGENT),
})
