import type { SyncErrorCode } from '#errors/sync-error.ts'
import type { PathReason } from '#paths/path-refusal.ts'

/** Names in braces are the error's facts; the caller adds `siteName` and `time`. */
export const syncErrors: Record<SyncErrorCode, string> = {
  nothing_to_push: 'Everything is already on GitHub.',
  project_empty: 'The project has no files. Nothing was pushed.',
  export_missing:
    'The project is not open in a tab of the builder, or its page was reloaded. Open it there and try again.',
  export_unanswered:
    'The builder did not hand over the project. Press its own Download button after trying again, or drop a ZIP file here.',
  contents_missing: '{path} is no longer as it was reviewed. Look at the changes again.',
  zip_invalid: 'This is not a ZIP file.',
  zip_damaged: 'The ZIP file is damaged: {path}.',
  zip_too_large: 'The ZIP file is too large ({what}).',
  path_refused: '{path} cannot be stored in a repository: {reason}.',
  file_too_large: '{path} is larger than GitHub takes ({size}). Leave it out or use Git LFS.',
  not_connected: 'Connect GitHub first.',
  token_refused: 'GitHub no longer accepts the connection. Connect again.',
  repository_missing: '{repo} does not exist, or {siteName} may not see it.',
  repository_too_large: '{repo} is too large to be read here.',
  changes_too_large:
    'GitHub has too many changes to bring them back here: {count} files, {size}. Nothing was changed.',
  repository_moved: '{old} is now {new}. Look at the changes again.',
  name_taken: '{owner} already has a repository {name}.',
  name_invalid: 'GitHub does not take this name.',
  no_write_access: 'You may read {repo}, but not push to it.',
  repository_archived: '{repo} is archived and read-only.',
  app_not_installed: 'The GitHub App has no access to {owner}. Give it access, then try again.',
  token_not_allowed:
    'Your token lacks a permission for {owner} ({needed}). Change the token on GitHub, then try again.',
  org_restricted: '{owner} wants you to sign in there first.',
  workflow_denied:
    'Files in .github/workflows need another permission. Leave them out or allow it.',
  branch_missing: 'The branch {branch} is gone.',
  branch_invalid: 'This is not a name for a branch.',
  branch_moved: 'Somebody pushed to {branch} meanwhile. Look at the changes again.',
  branch_protected: '{branch} takes changes only by pull request. Push to a new branch instead.',
  signature_required: '{branch} only takes signed commits.',
  secret_refused:
    'GitHub found a secret in {path} and refused it. Take it out, then look at the changes again.',
  issues_disabled: 'Issues are switched off for {repo}.',
  pull_request_denied: '{siteName} may not open or read pull requests in {repo}.',
  pull_request_empty: '{branch} has no change that {base} lacks, so there is nothing to merge.',
  pull_request_open: 'Pull request {number} is not merged yet.',
  pull_request_refused: 'GitHub did not open the pull request.',
  pull_request_unanswered:
    'GitHub gave no answer about the pull request. Trying again opens one at most.',
  draft_unsupported: '{repo} takes no drafts. Open the pull request without draft.',
  rate_limited: 'GitHub asks to wait until {time}. What was uploaded is kept.',
  github_unavailable: 'GitHub does not answer.',
  offline: 'You are offline. Nothing was changed.',
  file_damaged: 'GitHub sent {path} damaged, twice. Try again later.',
  tree_mismatch: 'GitHub stored something else than was sent. Nothing was pushed.',
  cancelled: 'Cancelled. Nothing was changed.',
  too_late: 'The commit is already on its way.',
  queue_full: '{count} pushes already wait. Push this project again once they have gone.',
}

/** Texts for `reason` in `path_refused`. */
export const pathReasons: Record<PathReason, string> = {
  absolute: 'it is an absolute path',
  empty_segment: 'a folder in it has no name',
  dot_segment: 'it leads out of the project',
  control_character: 'it has a control character in its name',
  not_unicode: 'its name is not valid Unicode',
  git_folder: 'Git keeps its own data under this name',
  segment_too_long: 'its name is too long',
  path_too_long: 'its path is too long',
  file_is_folder: 'another file needs a folder of this name',
  same_name: 'another file has the same name in another spelling',
  below_submodule: 'the branch has a submodule in its place',
  link_leaves_project: 'it is a link that leads out of the project',
  special_file: 'it is neither a file nor a link',
}

/** Texts for `what` in `zip_too_large`. */
export const zipLimits: Record<ZipLimit, string> = {
  packed: 'more than 100 MB',
  entries: 'more than 20,000 files',
  unpacked: 'more than 300 MB unpacked',
  file: 'a file of more than 100 MB',
  ratio: 'a file packed too tightly to be safe',
}

export type ZipLimit = 'packed' | 'entries' | 'unpacked' | 'file' | 'ratio'
