import { entryAt } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'

type Line = { pattern: RegExp; mustBeFolder: boolean; values: Map<string, boolean> }

/** Whether a path has an attribute, by the tree's own `.gitattributes` files, as `git archive` reads them. */
export type HasAttribute = (path: string, isFolder: boolean, name: string) => boolean

export function attributesOf(git: Git, tree: string): HasAttribute {
  const known = new Map<string, Line[]>()
  const linesIn = (folder: string): Line[] => {
    const lines = known.get(folder) ?? readLines(git, tree, folder)
    known.set(folder, lines)
    return lines
  }

  return (path, isFolder, name) => {
    const parts = path.split('/')
    let value = false
    // A deeper file, and in it a later line, overrides what came before.
    for (let depth = 0; depth < parts.length; depth++) {
      const below = parts.slice(depth).join('/')
      for (const line of linesIn(parts.slice(0, depth).join('/'))) {
        const isMet = line.pattern.test(below) && (isFolder || !line.mustBeFolder)
        if (isMet) value = line.values.get(name) ?? value
      }
    }
    return value
  }
}

function readLines(git: Git, tree: string, folder: string): Line[] {
  const entry = entryAt(git, tree, folder === '' ? NAME : `${folder}/${NAME}`)
  const text = entry && git.blob(entry.sha)?.toString()

  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:#|\[attr\])/.test(line))
    .map(readLine)
}

const NAME = '.gitattributes'

function readLine(line: string): Line {
  const [, quoted, plain = '', rest = ''] = /^(?:"((?:\\.|[^"])*)"|(\S+))(.*)$/.exec(line) ?? []
  const pattern = quoted?.replace(/\\(.)/g, '$1') ?? plain
  const values = rest.split(/\s+/).filter(Boolean)

  return {
    pattern: patternOf(pattern.replace(/\/$/, '')),
    mustBeFolder: pattern.endsWith('/'),
    values: new Map(values.map((one) => [one.replace(/^[-!]/, ''), !/^[-!]/.test(one)])),
  }
}

const TOKENS = /\*\*\/|\/\*\*$|\*+|\?|\[(?:!|\^)?\]?[^\]]*\]|\\.|./gs

/** Without a slash the last name is compared, else the whole path. */
function patternOf(glob: string): RegExp {
  const isAnchored = glob.includes('/')
  const body = glob.replace(/^\//, '').replace(TOKENS, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '/**') return '/.*'
    if (token.startsWith('*')) return '[^/]*'
    if (token === '?') return '[^/]'
    if (token.length > 1 && token.startsWith('[')) return token.replace(/^\[!/, '[^')
    if (token.length > 1) return escaped(token.slice(1))
    return escaped(token)
  })

  return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${body}$`, 's')
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
