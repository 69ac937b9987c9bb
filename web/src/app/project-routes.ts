import type { RouteObject } from 'react-router'
import { paths } from '#config/paths.ts'
import { page } from './page.ts'
import { screen } from './route-parts.tsx'

/** The list of projects, and the pages of one. */
export const projectRoutes: RouteObject[] = [
  screen(
    paths.project,
    {
      ...page('shell', 'project.pageTitle', 'project.description', [
        'project',
        'projects',
        'github',
      ]),
      screen: 'screens/projects/project-screen.tsx',
    },
    async () => (await import('#screens/projects/project-screen.tsx')).ProjectScreen,
  ),
  screen(
    paths.projectPush,
    {
      ...page('shell', 'project.push.pageTitle', 'project.push.description', [
        'project',
        'panels',
        'simulator',
      ]),
      screen: 'screens/project-push/project-push-screen.tsx',
    },
    async () => (await import('#screens/project-push/project-push-screen.tsx')).ProjectPushScreen,
  ),
  screen(
    paths.projectPull,
    {
      ...page('shell', 'project.pull.pageTitle', 'project.pull.description', [
        'project',
        'panels',
        'simulator',
        'github',
      ]),
      screen: 'screens/project-push/project-pull-screen.tsx',
    },
    async () => (await import('#screens/project-push/project-pull-screen.tsx')).ProjectPullScreen,
  ),
  screen(
    paths.projects,
    {
      ...page('shell', 'projects.pageTitle', 'projects.description', [
        'projects',
        'github',
        'project',
      ]),
      screen: 'screens/projects/projects-screen.tsx',
    },
    async () => (await import('#screens/projects/projects-screen.tsx')).ProjectsScreen,
  ),
]
