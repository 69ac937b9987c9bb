import { Hono } from 'hono'
import { loopbackOnly } from '#runtime/guard.ts'
import { injectFaults } from '#runtime/inject-faults.ts'
import { httpListener, type Listener } from '#runtime/listener.ts'
import { logRequests } from '#runtime/request-log.ts'
import type { ApiEnv } from './api/api-env.ts'
import { applicationRoutes } from './api/application-routes.ts'
import { identifyCaller } from './api/caller.ts'
import {
  addStandardHeaders,
  allowAllOrigins,
  notModified,
  requireKnownVersion,
  requireUserAgent,
} from './api/conventions.ts'
import { notFound, Refusal } from './api/errors.ts'
import { limitBodies } from './api/limit-bodies.ts'
import { organisationRoutes } from './api/organisation-routes.ts'
import { countCalls, rateRoutes } from './api/rate-limit.ts'
import { limitBursts } from './api/secondary-limit.ts'
import { userRoutes } from './api/user-routes.ts'
import { accessTokenRoutes } from './apps-api/access-token-routes.ts'
import { appRoutes } from './apps-api/app-routes.ts'
import { deliveryRoutes } from './apps-api/delivery-routes.ts'
import { userInstallationRoutes } from './apps-api/user-installation-routes.ts'
import { archiveRoutes } from './archives/archive-routes.ts'
import { StorageFull } from './git/storage.ts'
import { blobRoutes } from './git-api/blob-routes.ts'
import { gitCommitRoutes } from './git-api/commit-routes.ts'
import { refRoutes } from './git-api/ref-routes.ts'
import { treeRoutes } from './git-api/tree-routes.ts'
import type { GithubNeeds } from './memory/needs.ts'
import { branchRoutes } from './repository-api/branch-routes.ts'
import { bypassRoutes } from './repository-api/bypass-routes.ts'
import { checkRoutes } from './repository-api/check-routes.ts'
import { commentRoutes } from './repository-api/comment-routes.ts'
import { commitRoutes } from './repository-api/commit-routes.ts'
import { compareRoutes } from './repository-api/compare-routes.ts'
import { contentRoutes } from './repository-api/content-routes.ts'
import { creationRoutes } from './repository-api/creation-routes.ts'
import { issueRoutes } from './repository-api/issue-routes.ts'
import { labelRoutes } from './repository-api/label-routes.ts'
import { listRoutes } from './repository-api/list-routes.ts'
import { oneRoutes } from './repository-api/one-routes.ts'
import { pullMergeRoutes } from './repository-api/pull-merge-routes.ts'
import { pullRoutes } from './repository-api/pull-routes.ts'
import { searchRoutes } from './repository-api/search-routes.ts'

/** The REST API on its own address, as GitHub's is. It shares log and faults with the pages. */
export function apiListener(needs: GithubNeeds): Listener {
  const app = new Hono<ApiEnv>()

  app.onError((error, c) => {
    if (error instanceof Refusal) {
      // Replaces what the route said before, unlike headers given to `json`.
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
      return c.json(error.body, error.status)
    }
    if (error instanceof StorageFull) return c.json(new Refusal(422, error.message).body, 422)
    process.stderr.write(`stand-in request failed: ${c.req.method} ${c.req.path}\n${error.stack}\n`)
    return c.json({ message: 'Server Error', status: '500' }, 500)
  })
  app.use(loopbackOnly, allowAllOrigins, logRequests(needs.log), injectFaults(needs.faults))
  app.use(addStandardHeaders, requireUserAgent, requireKnownVersion, identifyCaller(needs))
  app.route('/', rateRoutes(needs))
  app.use(countCalls(needs), limitBursts(needs), limitBodies(needs), notModified)
  app.route('/', userInstallationRoutes(needs))
  app.route('/', appRoutes(needs))
  app.route('/', accessTokenRoutes(needs))
  app.route('/', deliveryRoutes(needs))
  app.route('/', userRoutes(needs))
  app.route('/', organisationRoutes(needs))
  app.route('/', listRoutes(needs))
  app.route('/', searchRoutes(needs))
  app.route('/', creationRoutes(needs))
  app.route('/', oneRoutes(needs))
  app.route('/', checkRoutes(needs))
  app.route('/', commitRoutes(needs))
  app.route('/', compareRoutes(needs))
  app.route('/', branchRoutes(needs))
  app.route('/', contentRoutes(needs))
  app.route('/', archiveRoutes(needs))
  app.route('/', commentRoutes(needs))
  app.route('/', labelRoutes(needs))
  app.route('/', issueRoutes(needs))
  app.route('/', pullRoutes(needs))
  app.route('/', pullMergeRoutes(needs))
  app.route('/', bypassRoutes(needs))
  app.route('/', blobRoutes(needs))
  app.route('/', treeRoutes(needs))
  app.route('/', gitCommitRoutes(needs))
  app.route('/', refRoutes(needs))
  app.route('/', applicationRoutes(needs))
  // GitHub answers 404 to an unknown method as well.
  app.notFound((c) => c.json(notFound().body, 404))

  return httpListener(app)
}
