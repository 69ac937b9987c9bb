import { suite } from './suite.ts'

Object.assign(globalThis, { suite })
