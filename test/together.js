/** The tests of several files in one process: to start one with tap takes longer than most of them do. */
for (const file of JSON.parse(String(process.env.HOTPATH_TESTS))) await import(file)
