import { type fieldsOf, Misunderstood } from '#frame/fields.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'

/** `{"login":"acme","name":"Acme","owners":["mia-torres"],"members":["jonas-weber"]}` */
export async function seedOrganisation(
  { memory: { people } }: GithubNeeds,
  wish: ReturnType<typeof fieldsOf>,
): Promise<void> {
  const memberships = (field: string, role: 'admin' | 'member') =>
    (wish.has(field) ? wish.texts(field) : []).map((login) => {
      const person = people.byLogin(login)
      if (!person) throw new Misunderstood(`Nobody is called “${login}”.`)
      return { personId: person.id, role }
    })

  await people.found({
    login: wish.text('login'),
    name: wish.text('name', '') || null,
    members: [...memberships('owners', 'admin'), ...memberships('members', 'member')],
  })
}
