import { type Calls, checkLateBodies } from '@app/platform/test/identity/check-late-bodies.ts'
import { startFactorsOn } from '@app/platform/test/identity/factors-server.ts'
import { startAuth } from '#test/auth-server.ts'

/** The product's functions that change something of the caller's. */
const VERBS: Calls['verbs'] = {
  'sign out a device': {
    path: '/functions/v1/end-session',
    body: () => ({ sessionId: '00000000-0000-4000-8000-000000000001' }),
  },
  'delete the account': {
    path: '/functions/v1/delete-account',
    body: (email) => ({ confirmation: email }),
  },
  'mint a session': { path: '/functions/v1/mint-extension-session', body: () => ({}) },
  'ask for an export': { path: '/functions/v1/request-export', body: () => ({}) },
  'sync projects': {
    path: '/functions/v1/sync-bolt-projects',
    body: () => ({
      localProjects: [{ bolt_project_id: 'sb1-a', project_name: 'A', github_repo_name: 'a' }],
      conflictResolution: 'auto-resolve',
    }),
  },
  'connect GitHub': { path: '/functions/v1/start-github-connection', body: () => ({}) },
  'disconnect GitHub': { path: '/functions/v1/disconnect-github', body: () => ({}) },
}

checkLateBodies(() => startFactorsOn(startAuth), {
  verbs: VERBS,
  tables: ['auth.users', 'auth.sessions', 'public.data_exports', 'public.bolt_projects'],
})
