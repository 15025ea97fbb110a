import type { Server } from 'node:net'

/** Draws a number of at least 0 and less than 1; `int` draws a whole number, both ends included. The seed of a run repeats its numbers. */
export type Random = (() => number) & { int: (low: number, high: number) => number }

/** What every benchmark may have. */
export interface CommonOptions {
  /** Runs once in each process, after the perf file and all that it imports have loaded. */
  setup?: () => unknown
  /** Runs once in each process, at its end. */
  teardown?: () => unknown
}

/** What every benchmark of time may have. */
export interface TimeOptions extends CommonOptions {
  /** A slowdown of up to this percentage of the base's time passes. Default: that of --margin, 5% */
  margin?: `${number}%`
}

export interface FunctionOptions<Input, Answer> extends TimeOptions {
  /** Is called with one input at a time. If it returns a promise, a call ends when the promise does. */
  run: (input: Input) => Answer | Promise<Answer>
  /**
   * A list, an object whose inputs each get a verdict of their own, or a function that makes a list from a seeded random. Without it `run`
   * gets no input.
   */
  inputs?: Input[] | Record<string, Input> | ((random: Random) => Input[] | Promise<Input[]>)
  /** How many calls of an async `run` are in flight at once. Default: 1 */
  inFlight?: number
  /** How far two numbers in an answer may differ, as a share of the larger. Default: 0 */
  tolerance?: number
  /** Picks what is compared from an answer. Default: all of it */
  answer?: (answer: Answer) => unknown
}

export interface CommandOptions extends TimeOptions {
  /** The program and its arguments. `node` is the Node of the side. */
  run: [program: string, ...args: string[]]
  /** Folder in which it runs, relative to the side's. Default: that one */
  cwd?: string
  /** Variables in addition to those of your shell. */
  env?: Record<string, string>
  /** Picks what is compared from the exit code and what it printed. Default: all of it */
  answer?: (ended: { code: number | null, signal: string | null, stdout: string }) => unknown
}

/** A path such as '/users', or a request. */
export type Request = string | {
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string
}

export interface ServerOptions extends TimeOptions {
  /** Starts the server on port 0 and resolves to it, to an object with a `server`, or to its port. */
  listen: () => Listening | Promise<Listening>
  /** Each request is compared for itself. */
  requests: Request[]
  /** How many connections send requests at once. Default: 10 */
  connections?: number
  /**
   * Also sends this number of requests per second, whatever the server answers, and compares how long the slowest 5 % wait. For `server`
   * only.
   */
  rate?: number
  /** Picks what is compared from a response's body. Default: all of it */
  answer?: (body: string) => unknown
}

export interface HeapOptions extends Omit<ServerOptions, 'margin' | 'rate'> {
  /** A leak of up to this many bytes per request passes. Default: that of --margin-bytes, 16 */
  margin?: number
  /** How many requests are sent between two readings of the memory. Default: 2000 */
  requestsPerReading?: number
}

export interface HeapOfCallsOptions<Input, Answer> extends Omit<FunctionOptions<Input, Answer>, 'inFlight' | 'margin'> {
  /** A leak of up to this many bytes per call passes. Default: that of --margin-bytes, 16 */
  margin?: number
  /** How many calls are made between two readings of the memory, fewer of a slow function. Default: 2000 */
  callsPerReading?: number
}

export type Listening = Server | { server: Server } | number

/** Declares a function to be compared. */
export function fn<Input = undefined, Answer = unknown> (name: string, options: FunctionOptions<Input, Answer>): void

/** Declares a command, each time in a fresh process: its time from start to end is compared. */
export function command (name: string, options: CommandOptions): void

/** Declares a server whose CPU time per request is compared. */
export function server (name: string, options: ServerOptions): void

/** Declares a server or a function whose memory is compared: the bytes that each request or call leaves behind. */
export function heap (name: string, options: HeapOptions): void
export function heap<Input = undefined, Answer = unknown> (name: string, options: HeapOfCallsOptions<Input, Answer>): void
