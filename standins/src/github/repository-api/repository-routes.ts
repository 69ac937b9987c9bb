import { Hono } from 'hono'
import type { ApiEnv } from '#github/api/api-env.ts'
import { archiveRoutes } from '#github/archives/archive-routes.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { branchRoutes } from './branch-routes.ts'
import { commitRoutes } from './commit-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { creationRoutes } from './creation-routes.ts'
import { issueRoutes } from './issue-routes.ts'
import { listRoutes } from './list-routes.ts'
import { oneRoutes } from './one-routes.ts'
import { searchRoutes } from './search-routes.ts'

export const repositoryRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .route('/', listRoutes(needs))
    .route('/', searchRoutes(needs))
    .route('/', creationRoutes(needs))
    .route('/', oneRoutes(needs))
    .route('/', commitRoutes(needs))
    .route('/', branchRoutes(needs))
    .route('/', contentRoutes(needs))
    .route('/', archiveRoutes(needs))
    .route('/', issueRoutes(needs))
