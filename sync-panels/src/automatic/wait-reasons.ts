import type { WaitReason } from '#service/push-state.ts'
import type { PanelKey } from '#words/use-panel-texts.ts'

/** Short texts for why an automatic push waits. */
export const WAIT_REASONS: Record<WaitReason, PanelKey> = {
  first_sync: 'automatic.needs.firstSync',
  mass_deletion: 'automatic.needs.massDeletion',
  conflicts: 'automatic.needs.conflicts',
  secrets: 'automatic.needs.secrets',
  env_files: 'automatic.needs.envFiles',
  workflow_files: 'automatic.needs.workflowFiles',
  public_target: 'automatic.needs.publicTarget',
  long_push: 'automatic.needs.longPush',
  protected_branch: 'automatic.needs.protectedBranch',
  folder_case: 'automatic.needs.folderCase',
  interrupted: 'automatic.needs.interrupted',
}
