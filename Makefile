# The vocabulary of the project. Every target is one line; what it does lives in src/build, src/ or test/.
BUN := node_modules/.bin/bun
.DEFAULT_GOAL := help
.PHONY: test-multilingual help reference relevance-reducer relevance-bars setup build build-all test tests check fix bench relevance calibrate golden live clean platforms

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "%-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(BUN): package.json bun.lock
	@sh src/build/bootstrap.sh

setup: build ## build, install binary and model, show a fired way (touches no agent's settings)
	@$(BUN) src/build/install.ts

build: $(BUN) ## dist/ways for this machine
	@$(BUN) src/build/main.ts

build-all: $(BUN) ## dist/<platform>/ways for every platform
	@$(BUN) src/build/main.ts --all

test: check tests ## everything CI runs: lint, types, unused code, all tests

tests: build ## all tests alone
	@$(BUN) test --parallel --timeout 120000

check: $(BUN) dist/library.blob ## lint, layer rules, types, unused code
	@$(BUN) run check

dist/library.blob:
	@$(BUN) src/build/main.ts --assets

fix: $(BUN) ## format and fix what the linter can
	@$(BUN) run fix

bench: build ## timings as ratios to an empty binary
	@$(BUN) test/bench/main.ts
	@$(BUN) test/relevance/reducer/cost.ts

relevance: build ## precision and recall on the labelled prompts, at the shipped thresholds
	@$(BUN) test/relevance/main.ts

test-multilingual: build ## the parallel prompts in 18 languages: recall and precision of each (ADR-125)
	@$(BUN) test/relevance/main.ts --languages

relevance-reducer: $(BUN) ## the reducer against its rivals, on long prompts
	@$(BUN) test/relevance/reducer/main.ts

relevance-bars: $(BUN) ## each way's own bar against one for all, at equal precision
	@$(BUN) test/relevance/bars/main.ts

calibrate: $(BUN) ## models/calibration.bin from models/calibration/*.jsonl and the library
	@$(BUN) src/build/calibrate.ts

reference: $(BUN) dist/library.blob ## rewrite the generated parts of the guides and the JSON Schema
	@$(BUN) src/build/reference.ts

golden: $(BUN) ## rewrite the expected files under test/golden
	@WAYS_GOLDEN=write $(BUN) test --isolate test/golden

live: build ## a real Claude Code against a loopback model server
	@$(BUN) test/live/main.ts

platforms: build build-all ## binaries of other platforms against this one, bit for bit (ARM64=<emulator> WINDOWS=<emulator>)
	@ARM64="$(ARM64)" WINDOWS="$(WINDOWS)" $(BUN) test/platforms/main.ts

clean: ## remove what was built
	@rm -rf dist
