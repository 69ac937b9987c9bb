import { onDemand } from '#on-demand/on-demand.tsx'

// The form is as large as the whole list, and few members open it.
export const LinkingDialog = onDemand(
  async () => (await import('./linking-dialog.tsx')).LinkingDialog,
)
export const NewProjectDialog = onDemand(
  async () => (await import('#features/project-details/new-project-dialog.tsx')).NewProjectDialog,
)
