import { encodeUtf8 } from '#objects/bytes.ts'

export const PATH_REASONS = [
  'absolute',
  'empty_segment',
  'dot_segment',
  'control_character',
  'not_unicode',
  'git_folder',
  'segment_too_long',
  'path_too_long',
  'file_is_folder',
  'same_name',
  'below_submodule',
  'link_leaves_project',
  'special_file',
] as const

export type PathReason = (typeof PATH_REASONS)[number]

const MAX_SEGMENT_BYTES = 255
const MAX_PATH_BYTES = 4096

/** Why a repository cannot store this path, or null. */
export function pathRefusal(path: string): PathReason | null {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return 'absolute'
  if (/\p{Cc}/u.test(path)) return 'control_character'
  if (/\p{Surrogate}/u.test(path)) return 'not_unicode'
  if (isLonger(path, MAX_PATH_BYTES)) return 'path_too_long'
  for (const segment of path.split('/')) {
    const refusal = segmentRefusal(segment)
    if (refusal) return refusal
  }
  return null
}

function segmentRefusal(segment: string): PathReason | null {
  if (segment === '') return 'empty_segment'
  if (segment === '.' || segment === '..') return 'dot_segment'
  // Windows treats a backslash as a slash, so the parts between are checked too.
  const parts = segment.split('\\')
  if (parts.some((part) => part === '.' || part === '..')) return 'dot_segment'
  if (parts.some(isDotGit)) return 'git_folder'

  return isLonger(segment, MAX_SEGMENT_BYTES) ? 'segment_too_long' : null
}

/** A UTF-16 unit takes at most three bytes in UTF-8, so most names need no encoding for this check. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && encodeUtf8(text).length > bytes

// macOS ignores these characters when comparing names.
const IGNORED_ON_MACOS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** `.git` as any system may read it: Windows drops trailing dots, blanks and text after a colon. */
function isDotGit(name: string): boolean {
  // Most names lack these characters, and projects have many names.
  if (!/g[^i]*i[^t]*t/i.test(name)) return false
  const onWindows = name.replace(/:.*$/s, '').replace(/[. ]+$/, '')
  const onMacos = name.replace(IGNORED_ON_MACOS, '')

  return [onWindows, onMacos, onMacos.replace(/:.*$/s, '').replace(/[. ]+$/, '')].some((one) =>
    /^(?:\.git|git~1)$/i.test(one),
  )
}
