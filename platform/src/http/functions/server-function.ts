import type { Member } from '#db/member.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call, as the host hands it over: what is asked for is checked then, and not before. */
export type Call = {
  request: Request
  clientAddress: string
  /** The person behind the token; throws when there is none, or none who may speak. */
  member(): Promise<Member>
  /** The role that a token or a key carries; throws when we did not sign it. */
  role(): Promise<string>
}

/** What every function is, whoever may call it. */
export type ServerFunction<Needs> = {
  methods: readonly Method[]
  /** Refuses by throwing, before any work; otherwise answers with the work. */
  admit(call: Call, needs: Needs): Promise<() => Promise<Response>>
}

export const asList = (methods: Method | readonly Method[]): readonly Method[] =>
  typeof methods === 'string' ? [methods] : methods
