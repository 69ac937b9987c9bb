import { Hono } from 'hono'
import type { ApiEnv } from '#github/api/api-env.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { blobRoutes } from './blob-routes.ts'
import { gitCommitRoutes } from './commit-routes.ts'
import { refRoutes } from './ref-routes.ts'
import { treeRoutes } from './tree-routes.ts'

/** A push without git: objects first, then the branch that points at them. */
export const gitRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .route('/', blobRoutes(needs))
    .route('/', treeRoutes(needs))
    .route('/', gitCommitRoutes(needs))
    .route('/', refRoutes(needs))
