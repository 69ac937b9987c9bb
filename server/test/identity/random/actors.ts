import type { Actor, ActorName, Person } from './facts.ts'

/** Three users with mailboxes of their own. Each world of a batch has its own domain. */
export function makeActors(world: string, network: number): Record<ActorName, Actor> {
  const domain = `${world}.example.test`
  const hot = `victim-a@${domain}`

  const make = (name: ActorName, host: number, claimed: string | null): Actor => ({
    name,
    mailboxes: [`${name}-a@${domain}`, `${name}-b@${domain}`],
    devices: [`10.${network}.${host}.1`, `10.${network}.${host}.2`],
    people: peopleOf(world, name, domain, claimed),
    cookies: new Map(),
    sessions: [],
    passwords: [],
  })

  return {
    attacker: make('attacker', 1, hot),
    victim: make('victim', 2, null),
    bystander: make('bystander', 3, hot),
  }
}

/** Google and GitHub know them by their own addresses, and some also by one they merely claim. */
function peopleOf(world: string, name: ActorName, domain: string, claimed: string | null) {
  const own = (box: string) => `${name}-${box}@${domain}`
  const people: Person[] = [
    { provider: 'google', name: own('a'), email: own('a'), isVerified: true },
    { provider: 'github', name: `${world}-${name}`, email: own('b'), isVerified: true },
  ]
  if (claimed) {
    const login = `${world}-${name}-claims`
    people.push({ provider: 'github', name: login, email: claimed, isVerified: false })
  }
  // At Google an address belongs to one account only.
  if (name === 'attacker') {
    const email = `victim-b@${domain}`
    people.push({ provider: 'google', name: email, email, isVerified: false })
  }
  return people
}
