import type { Overview } from './use-overview.ts'

export type Suspension = NonNullable<
  Extract<Overview['github'], { state: 'notInstalled' }>['suspension']
>

/** What a user has to do before the panels open; null: nothing. */
export type WayIn =
  | { kind: 'signIn' }
  | { kind: 'secondFactor' }
  | { kind: 'ended' }
  | { kind: 'connect'; email: string }
  | { kind: 'install'; installUrl: string | null }
  | { kind: 'suspended'; suspension: Suspension }
  | { kind: 'unknown' }

type Known = Pick<Overview, 'session' | 'github' | 'signInTrouble'>

export function wayIn({ session, github, signInTrouble }: Known): WayIn | null {
  if (github.state === 'connected') return null
  if (signInTrouble === 'second_factor') return { kind: 'secondFactor' }
  if (!session) return { kind: 'signIn' }
  if (session.isEnded) return { kind: 'ended' }
  switch (github.state) {
    case 'missing':
      return { kind: 'connect', email: session.email }
    case 'notInstalled':
      return github.suspension
        ? { kind: 'suspended', suspension: github.suspension }
        : { kind: 'install', installUrl: github.installUrl }
    case 'unknown':
      return { kind: 'unknown' }
  }
}
