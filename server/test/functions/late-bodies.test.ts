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
  'buy a plan': {
    path: '/functions/v1/create-checkout',
    body: () => ({ planId: '00000000-0000-4000-a000-000000000002' }),
  },
  'cancel a subscription': {
    path: '/functions/v1/cancel-subscription',
    body: () => ({
      subscriptionId: '00000000-0000-4000-8000-000000000001',
      userId: '00000000-0000-4000-8000-000000000001',
    }),
  },
  'import a private repository': {
    path: '/functions/v1/start-private-import',
    body: () => ({ fullName: 'ada/tides' }),
  },
  'continue an import': {
    path: '/functions/v1/continue-private-import',
    body: () => ({ cloneId: '00000000-0000-4000-8000-000000000001', acceptSecrets: true }),
  },
  'delete a temporary copy': {
    path: '/functions/v1/delete-temporary-clone',
    body: () => ({ cloneId: '00000000-0000-4000-8000-000000000001' }),
  },
  'record a push': {
    path: '/functions/v1/record-push',
    body: () => ({
      owner: 'ada',
      name: 'tides',
      branch: 'main',
      commitSha: 'a'.repeat(40),
      message: 'Tides',
      added: 1,
      modified: 0,
      deleted: 0,
      succeeded: true,
    }),
  },
  'disconnect GitHub': { path: '/functions/v1/disconnect-github', body: () => ({}) },
}

checkLateBodies(() => startFactorsOn(startAuth), {
  verbs: VERBS,
  tables: [
    'auth.users',
    'auth.sessions',
    'public.data_exports',
    'public.bolt_projects',
    'public.checkouts',
    'public.push_records',
    'public.temporary_clones',
  ],
})
