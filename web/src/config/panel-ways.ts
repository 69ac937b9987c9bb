import { paths } from './paths.ts'

/** A parameter of the GitHub settings that redirects to GitHub's page for the app on this account. */
export const INSTALL_ON = 'install'

/** The pages on which members fix what blocks a push. */
export const PANEL_WAYS = {
  connect: paths.github,
  access: (owner: string) => `${paths.github}&${new URLSearchParams({ [INSTALL_ON]: owner })}`,
  plans: paths.upgrade,
}
