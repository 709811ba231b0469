# Builds what cells.mk lists. Called by scripts/shootout/build/programs.py in the folder of
# cells.mk, where `measure` is a link to the folder of this file:
#   make -f measure/build.mk TIMEOUT='timeout 300'
#
# Each path here is relative, with names of ours: the checkout may lie in a folder whose name
# neither make nor a shell can bear, as one with a blank, a quote or a dollar sign.
#
# A cell or harness that does not compile leaves status 1 and its log and stops
# nothing else; it is not tried again before something it is made of changes.
# cells.mk sets for each target what the recipes use:
#   CC       the compiler command
#   ABI      chooses the counters
#   STAGE    the flat copy of the implementation
#   SOURCES  its files to compile
#   NAME     its namespace
#   HARNESS  the folder of the harness made by the same compiler

COMMON := counter clock system
JAIL := jail channel records state syscalls vectors
TRACE := step operands trail
TRY := try guard $(TRACE) $(JAIL)
MEASURE := measure quartiles watch $(JAIL)
WARDEN := warden records syscalls system vectors
# Programs like measure, with another layout of the same objects (scripts/shootout/layout/plan.py).
LINKED := measure1 measure2
COUNTERS := $(basename $(notdir $(wildcard measure/cpucycles/*.c)))
WITH = $(patsubst %,$(TOP)/$(HARNESS)/%.o,$(MEASURE) $(COMMON) $(COUNTERS))
FILLER = $(TOP)/$(HARNESS)/filler.o
FLAGS = -DSUPERCOP -std=gnu99 -I. -I$(M)
M = $(TOP)/measure

DEFINES = -DSUPERCOP \
	-D'CRYPTO_NAMESPACETOP=$(NAME)' \
	-D'_CRYPTO_NAMESPACETOP=_$(NAME)' \
	-D'CRYPTO_NAMESPACE(name)=$(NAME)_\#\#name' \
	-D'_CRYPTO_NAMESPACE(name)=_$(NAME)_\#\#name' \
	-D'CRYPTO_SHARED_NAMESPACE(name)=$(NAME)_\#\#name' \
	-D'_CRYPTO_SHARED_NAMESPACE(name)=_$(NAME)_\#\#name' \
	-D'CRYPTO_ALIGN(n)=__attribute__((aligned(n)))'

all:

include cells.mk

all: $(CELLS)

HARNESS_SOURCES := $(wildcard measure/*.c measure/*.h measure/*.inc measure/cpucycles/* measure/trace/*)

# TOP leads from the folder of a target, where its recipe works, back to this one.
harness/%/status: TOP = ../..
cells/%/status: TOP = ../../../../..
cells/%/measure1 cells/%/measure2: TOP = ../../../../..

harness/%/status: $(HARNESS_SOURCES) measure/build.mk
	@mkdir -p $(@D)
	@cd $(@D) && rm -f *.o *.a && awk '$$1 != "#" { for (i = 2; i <= NF; ++i) \
		if ($$i == "any" || $$i == "$(ABI)") { gsub("-", "_", $$1); \
		print "COUNTER(" $$1 ")"; break } }' $(M)/cpucycles/options \
		> counters.inc
	@cd $(@D) && { $(TIMEOUT) $(CC) $(FLAGS) -c \
		$(foreach f,$(filter-out $(TRACE),$(sort $(COMMON) $(TRY) $(MEASURE) $(WARDEN) doctor filler)),$(M)/$(f).c) \
		$(TRACE:%=$(M)/trace/%.c) $(M)/cpucycles/*.c && \
		$(TIMEOUT) $(CC) -o doctor $(patsubst %,%.o,doctor $(COMMON) $(COUNTERS)) -lm && \
		$(TIMEOUT) $(CC) -o warden $(WARDEN:%=%.o); } \
		> log 2>&1; echo $$? > status

cells/%/status: measure/subject.c measure/subject.h measure/build.mk
	@mkdir -p $(@D)
	@cd $(@D) && rm -f *.o try measure $(LINKED) verdict && { \
		$(TIMEOUT) $(CC) $(DEFINES) -I$(TOP)/$(STAGE) -I$(M)/include -I$(M) \
		-c $(foreach f,$(SOURCES),"$(TOP)/$(STAGE)/$(f)") $(M)/subject.c && \
		$(TIMEOUT) $(CC) -o try $(TRY:%=$(TOP)/$(HARNESS)/%.o) *.o && \
		$(TIMEOUT) $(CC) -o measure $(WITH) *.o -lm; } \
		> log 2>&1; echo $$? > status
	@echo cell $(@D)

# A file that does not link is empty, and not tried again: the program as it was built stands in.
cells/%/measure1: cells/%/status
	@cd $(@D) && { $(TIMEOUT) $(CC) -o measure1 $(FILLER) *.o $(WITH) -lm || :> measure1; } \
		2> /dev/null
	@echo cell $(@D)

cells/%/measure2: cells/%/status
	@cd $(@D) && { $(TIMEOUT) $(CC) -o measure2 $(WITH) $(FILLER) $(FILLER) `ls -r *.o` -lm || \
		:> measure2; } 2> /dev/null
	@echo cell $(@D)
