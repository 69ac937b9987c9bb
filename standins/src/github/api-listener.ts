import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import {
  addStandardHeaders,
  allowAllOrigins,
  limitBodies,
  notModified,
  requireKnownVersion,
  requireUserAgent,
} from '#github/api/conventions.ts'
import { limitBursts } from '#github/api/rate-limit.ts'
import { accessTokenRoutes, applicationRoutes } from '#github/apps-api/app-routes.ts'
import { userInstallationRoutes, userRoutes } from '#github/apps-api/user-routes.ts'
import { blobRoutes, gitCommitRoutes } from '#github/git-api/object-routes.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { compareRoutes } from '#github/repository-api/commit-routes.ts'
import { commentRoutes, issueRoutes, labelRoutes } from '#github/repository-api/issue-routes.ts'
import { searchRoutes } from '#github/repository-api/list-routes.ts'
import { creationRoutes } from '#github/repository-api/one-routes.ts'
import { checkRoutes } from '#github/repository-api/pull-routes.ts'
import { injectFaults } from '#runtime/faults.ts'
import { loopbackOnly } from '#runtime/guard.ts'
import { httpListener, type Listener } from '#runtime/listener.ts'
import { logRequests } from '#runtime/request-log.ts'
import type { ApiEnv } from './api/api-env.ts'
import { identifyCaller } from './api/caller.ts'
import { notFound, Refusal } from './api/errors.ts'
import { countCalls, rateRoutes } from './api/rate-limit.ts'
import { archiveRoutes } from './archives/archive-routes.ts'
import { refRoutes } from './git-api/ref-routes.ts'
import { treeRoutes } from './git-api/tree-routes.ts'
import { branchRoutes } from './repository-api/branch-routes.ts'
import { commitRoutes } from './repository-api/commit-routes.ts'
import { contentRoutes } from './repository-api/content-routes.ts'
import { listRoutes } from './repository-api/list-routes.ts'
import { oneRoutes } from './repository-api/one-routes.ts'
import { pullRoutes } from './repository-api/pull-routes.ts'

/** The REST API on its own address, as GitHub's is. It shares log and faults with the pages. */
export function apiListener(needs: GithubNeeds): Listener {
  // Names of refs hold slashes: the default router lets `commits/:ref{.+}` hide what follows a ref.
  const app = new Hono<ApiEnv>({ router: new TrieRouter() })

  app.onError((error, c) => {
    if (error instanceof Refusal) {
      // Replaces what the route said before, unlike headers given to `json`.
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
      return c.json(error.body, error.status)
    }
    process.stderr.write(`stand-in request failed: ${c.req.method} ${c.req.path}\n${error.stack}\n`)
    return c.json({ message: 'Server Error', status: '500' }, 500)
  })
  app.use(loopbackOnly, allowAllOrigins, logRequests(needs.log), injectFaults(needs.faults))
  app.use(addStandardHeaders, requireUserAgent, requireKnownVersion, identifyCaller(needs))
  app.route('/', rateRoutes(needs))
  app.use(countCalls(needs), limitBursts(needs), limitBodies(needs), notModified)
  app.route('/', userInstallationRoutes(needs))
  app.route('/', accessTokenRoutes(needs))
  app.route('/', userRoutes(needs))
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
  app.route('/', blobRoutes(needs))
  app.route('/', treeRoutes(needs))
  app.route('/', gitCommitRoutes(needs))
  app.route('/', refRoutes(needs))
  app.route('/', applicationRoutes(needs))
  // GitHub answers 404 to an unknown method as well.
  app.notFound((c) => c.json(notFound().body, 404))

  return httpListener(app)
}
