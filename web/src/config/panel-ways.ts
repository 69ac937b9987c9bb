import { paths } from './paths.ts'

/** In the address of the GitHub settings: leads on to GitHub's page for the app on this account. */
export const INSTALL_ON = 'install'

/** Where the sync panels send people to repair what stands in the way. */
export const PANEL_WAYS = {
  connect: paths.github,
  access: (owner: string) => `${paths.github}&${new URLSearchParams({ [INSTALL_ON]: owner })}`,
  plans: paths.upgrade,
}
