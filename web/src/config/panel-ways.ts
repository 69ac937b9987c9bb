import { paths } from './paths.ts'

/** Where the sync panels send people to repair what stands in the way. */
export const PANEL_WAYS = {
  connect: paths.github,
  access: paths.github,
  workflows: paths.github,
  plans: paths.upgrade,
}
