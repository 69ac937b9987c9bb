import { type Context, Hono } from 'hono'
import { isVisible, reachOf } from '#github/access/reach.ts'
import { hasMembership, roleOf } from '#github/access/roles.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { requireUser } from '#github/api/caller.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { renderRepositories } from '#github/shapes/render-repository.ts'
import { sorted } from './sorted-repositories.ts'

export function listRoutes(needs: GithubNeeds) {
  const { people, repositories } = needs.memory

  const listOf = (c: Context<ApiEnv>, login: string) => {
    const owner = people.accountOf(login)
    if (!owner) throw notFound()
    const reach = reachOf(needs, c)
    const shown = repositories
      .all()
      .filter((one) => one.ownerId === owner.id && isVisible(reach(one), one))
    return c.json(
      renderRepositories(needs, pageOf(c, sorted(needs, c, shown)), (one) =>
        c.get('caller') ? reach(one).role : null,
      ),
    )
  }

  return new Hono<ApiEnv>()
    .get('/user/repos', (c) => {
      const { person, program } = requireUser(c)
      const reach = reachOf(needs, c)
      const isChosen = chosenBy(needs, c, person)
      // A token with permissions lists only what it was granted; one with scopes all that they allow.
      const hasPermissions = program.kind !== 'oauth-app'
      const shown = repositories.all().filter((one) => {
        const { isGrantedToProgram } = reach(one)
        return (
          hasMembership(needs, person, one) &&
          (isGrantedToProgram || (!hasPermissions && !one.isPrivate)) &&
          isChosen(one)
        )
      })
      const page = pageOf(c, sorted(needs, c, shown))
      return c.json(renderRepositories(needs, page, (one) => roleOf(needs, person, one)))
    })
    .get('/users/:login/repos', (c) => listOf(c, c.req.param('login')))
    .get('/orgs/:login/repos', (c) => listOf(c, c.req.param('login')))
}

/** `visibility` and `affiliation`, or `type`, which excludes both. */
function chosenBy(
  needs: GithubNeeds,
  c: Context<ApiEnv>,
  person: Person,
): (repository: Repository) => boolean {
  const { type, visibility = 'all', affiliation } = c.req.query()
  if (
    type !== undefined &&
    (c.req.query('visibility') !== undefined || affiliation !== undefined)
  ) {
    throw new Refusal(422, 'If you specify visibility or affiliation, you cannot specify type.')
  }
  const wanted = (affiliation ?? 'owner,collaborator,organization_member').split(',')
  const kindOf = ({ ownerId }: Repository) => {
    if (ownerId === person.id) return 'owner'
    const isTheirs = needs.memory.people.organisations().some(({ id }) => id === ownerId)
    return isTheirs ? 'organization_member' : 'collaborator'
  }
  const hasType: Record<string, (one: Repository) => boolean> = {
    owner: (one) => kindOf(one) === 'owner',
    member: (one) => kindOf(one) !== 'owner',
    public: (one) => !one.isPrivate,
    private: (one) => one.isPrivate,
  }

  return (one) =>
    (visibility === 'all' || (visibility === 'private') === one.isPrivate) &&
    wanted.includes(kindOf(one)) &&
    (hasType[type ?? '']?.(one) ?? true)
}
